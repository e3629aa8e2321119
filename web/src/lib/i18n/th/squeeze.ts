// The texts of a card that lies face down and is turned, in Thai.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side} ใบที่ {place}: ยกหรือเปิด',
  'squeeze.edge.blank': 'ขอบไพ่ไม่มีแต้ม',
  'squeeze.edge.two': 'ขอบไพ่มีสองแต้ม',
  'squeeze.edge.three': 'ขอบไพ่มีสามแต้ม',
  'squeeze.edge.four': 'ขอบไพ่มีสี่แต้ม',
  'squeeze.edge.picture': 'ขอบไพ่เป็นไพ่คน',
  'squeeze.seconds': 'เหลือ {seconds} วินาที',
  'squeeze.open': 'เปิดไพ่ให้ทุกคนเห็น',
  'settings.show_name': 'แสดงชื่อของฉันเมื่อลุ้นไพ่',
  'settings.show_name.help': 'ทุกคนที่โต๊ะเห็นชื่อข้างไพ่ที่คุณลุ้น',
  'squeeze.you': 'คุณเป็นคนลุ้นไพ่{side}',
  'squeeze.named': '{name} เป็นคนลุ้นไพ่{side}',
  'squeeze.somebody': 'ผู้เล่นคนหนึ่งลุ้นไพ่{side}',
};
