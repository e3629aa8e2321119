// The texts of the checks of a table in play, in Thai. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': 'ตรวจแล้ว',
  'watch.mark.waiting': 'กำลังตรวจ',
  'watch.mark.no_proof': 'ไม่มีหลักฐาน',
  'watch.mark.failed': 'ตรวจไม่ผ่าน',
  'watch.mark.missing': 'ไม่ได้ตรวจที่นี่',
  'watch.cards': '{count, plural, other {ตรวจไพ่แล้ว # ใบ}}',
  'watch.title': 'การตรวจขอนไพ่นี้',
  'watch.intro': 'อุปกรณ์นี้ตรวจไพ่ทุกใบทันทีที่เปิด และไม่ส่งข้อมูลใดออกไป',
  'watch.no_proof': 'ขอนไพ่นี้เปิดก่อนที่จะมีหลักฐาน ขอนถัดไปจะมี',
  'watch.missing': 'เบราว์เซอร์นี้ตรวจไม่ได้ คุณยังตรวจไฟล์หลักฐานที่อื่นได้',
  'watch.commitment': 'คำผูกมัด',
  'watch.root': 'รากของไพ่',
  'watch.head': 'บันทึกถึงหมายเลข {no}',
  'watch.head.hint': 'ผู้เล่นที่โต๊ะนี้ซึ่งเทียบตัวเลขเหล่านี้ต้องเห็นเหมือนกันที่หมายเลขเดียวกัน',
  'watch.file': 'บันทึกไฟล์หลักฐาน',
  'watch.verify': 'ตรวจไฟล์',
  'watch.again': 'เริ่มใหม่กับคาสิโนนี้',
  'watch.again.hint':
    'คาสิโนนี้มีกุญแจหรือบันทึกต่างจากครั้งก่อนที่คุณเข้ามา เริ่มใหม่เฉพาะเมื่อคุณรู้สาเหตุ เช่น คาสิโนของคุณเองที่ติดตั้งใหม่',
  'watch.alarm.record': 'บันทึกสาธารณะของโต๊ะนี้ไม่ถูกต้อง',
  'watch.alarm.promise': 'ขอนไพ่นี้ไม่ใช่ขอนที่คาสิโนผูกมัดไว้',
  'watch.alarm.order': 'ลำดับไพ่ไม่ใช่ลำดับที่ปิดผนึก',
  'watch.alarm.cards': 'มีไพ่ที่เปิดซึ่งไม่ใช่ใบถัดไปของลำดับที่ปิดผนึก',
  'watch.alarm.rounds': 'มีรอบที่ไม่ได้แจกตามบันทึก',
  'watch.alarm.wagers': 'เดิมพันของคุณไม่ได้ถูกกำหนดตามที่หน้าจอแสดง',
  'watch.alarm.do': 'หยุดเดิมพันและเก็บไฟล์ไว้',
};
