// The texts of the live picture of a table, and of its dealer, in Thai.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': 'ดีลเลอร์ {name}',
  'dealer.since': 'ดีลเลอร์ {name} ตั้งแต่ {time}',
  'card_notice.spare': 'เบิร์นไพ่เกิน: {cards}',
  'card_notice.early': 'เบิร์นไพ่ที่ออกเร็วเกินไป: {cards}',
  'card_notice.void': 'เบิร์นไพ่ของรอบที่เป็นโมฆะ: {cards}',
  'card_notice.beyond': 'เบิร์นไพ่ที่ไม่ต้องใช้แล้ว: {cards}',
  'shoe.counting': 'กำลังนับไพ่ที่เหลือ',
  'card_notice.hand_over': 'เบิร์นไพ่เมื่อเปลี่ยนดีลเลอร์: {cards}',
  'card_notice.other': 'ไพ่เบิร์น: {cards}',
  'card_notice.unseen': 'ไพ่ที่อ่านไม่ได้',
  'card_notice.amended': '{side}: {to} (อ่านผิดเป็น {from})',
  'picture.switch': 'ภาพ',
  'picture.film': 'ภาพของโต๊ะ',
  'picture.starting': 'กำลังโหลดภาพ',
  'picture.live': 'ภาพสด',
  'picture.delayed': 'ภาพช้ากว่าโต๊ะ {seconds, plural, other {# วินาที}}',
  'picture.stalled': 'ภาพหยุดนิ่ง โต๊ะยังดำเนินต่อไป',
  'picture.none': 'ขณะนี้ไม่มีภาพ โต๊ะยังดำเนินต่อไป',
  'picture.full': 'ขณะนี้มีคนดูภาพมากเกินไป โต๊ะยังดำเนินต่อไป',
  'picture.play': 'เล่นภาพ',
  'picture.back': 'ภาพกลับมาเป็นภาพสดแล้ว',
  'picture.in_step': 'ให้ตรงกับภาพ',
  'picture.in_step.help': 'ไพ่และผลจะแสดงเมื่อภาพแสดง นาฬิกาและเดิมพันของคุณไม่รอภาพ',
  'picture.log_in': 'เล่นแบบผู้เยี่ยมชมหรือเข้าสู่ระบบเพื่อดูภาพ',
};
