// The texts of the rules dialog, in Thai.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': 'เดิมพัน อัตราจ่าย และขีดจำกัด',
  'rules.edge': 'ความได้เปรียบ',
  'rules.edge.failed': 'โหลดอัตราที่แน่นอนไม่ได้',
  'rules.wins': 'ชนะ',
  'rules.own': 'คุณ: {amount}',
  'rules.own.closed': 'คุณ: ไม่ได้',
  'rules.own.note': 'คาสิโนกำหนดช่วงสำหรับคุณ (“คุณ”) เดิมพันต้องอยู่ในขีดจำกัดของโต๊ะและช่วงของคุณ',
  'rules.limits.note': 'ขีดจำกัดใช้กับยอดรวมของเดิมพันหนึ่งช่องในหนึ่งรอบ',
  'rules.conduct': 'กติกาของโต๊ะนี้',
  'rules.opposing.allowed': 'เดิมพันทั้งผู้เล่นและเจ้ามือในรอบเดียวกันได้',
  'rules.opposing.refused': 'เดิมพันทั้งผู้เล่นและเจ้ามือในรอบเดียวกันไม่ได้',
  'rules.bonus':
    'ถ้าเดิมพันอย่างน้อยหนึ่งช่องได้กำไรในกว่า {chance} ของรอบทั้งหมด ใช้โบนัสได้ไม่เกิน {share} ของเดิมพันรวม โต๊ะไม่รับเดิมพันที่ผิดกติกานี้',
  'rules.roads.clear': 'เค้าไพ่ที่เต็มจะถูกล้างและเริ่มใหม่',
  'rules.roads.scroll': 'เค้าไพ่ที่เต็มจะเลื่อนทีละคอลัมน์',
  'rules.document': 'กติกาฉบับเต็ม',
  'rules.document.failed': 'โหลดกติกาไม่ได้',
};
