// The texts of the roads panel, in Thai.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': 'ซูม',
  'roads.zoom.in': 'ซูมเข้า',
  'roads.zoom.out': 'ซูมออก',
  'roads.zoom.now': 'ซูม {zoom} จาก {most}',
  'roads.zoom.auto': 'ซูมตามช่วงของรอบ',
  'roads.zoom.auto.help': 'ซูมเข้าเมื่อเดิมพันได้ ซูมออกเมื่อแจกไพ่ การซูมด้วยมือจะปิดตัวเลือกนี้',
  'roads.settings': 'ตั้งค่าเค้าไพ่',
  'roads.letters': 'แสดงสัญลักษณ์ในบิ๊กโรด',
  'roads.letters.help': 'ถ้าไม่แสดงสัญลักษณ์ วงของผู้เล่นมีจุดตรงกลาง วงที่มีจำนวนเสมอจะเปิดด้านข้างสำหรับผู้เล่น',
  'roads.signs': 'สัญลักษณ์',
  'roads.signs.auto': 'ตามภาษา: {signs}',
  'roads.shoe': 'ขอน',
  'roads.shoe.open': 'ขอนนี้',
  'roads.shoe.ended': 'ขอน {shoe}',
  'roads.share': '{percent}%',
  'roads.sheet.full': 'ตารางเต็มแล้ว: ผลถัดไปจะล้างตาราง',
  'roads.slide': '{no} จาก {count}: {name}',
  'roads.slide.derived': 'เค้าไพ่รอง',
  'roads.slide.next': 'เค้าถัดไป',
  'roads.slide.previous': 'เค้าก่อนหน้า',
  'roads.strip.more': 'แสดงเค้าไพ่ทั้งหมด',
  'roads.ask.grows': 'ถ้า{side}ชนะรอบหน้า: บิ๊กโรดต่อเป็น {count} บิ๊กอายบอย {eye} สมอลโรด {small} ค็อกโรช {pig}',
  'roads.ask.begins': 'ถ้า{side}ชนะรอบหน้า: บิ๊กโรดขึ้นแถวใหม่ บิ๊กอายบอย {eye} สมอลโรด {small} ค็อกโรช {pig}',
  'roads.ask.marks': 'บิ๊กอายบอย {eye} สมอลโรด {small} ค็อกโรช {pig}',
};
