// The texts of the navigation of a patron's pages, and of the settings, in Thai.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': 'ส่วนของบัญชี',
  'patron.nav.balance': 'ยอดเงิน',
  'patron.nav.history': 'เดิมพัน',
  'patron.nav.statement': 'รายการบัญชี',
  'patron.nav.limits': 'ขีดจำกัด',
  'patron.nav.account': 'เข้าระบบ',
  'patron.nav.preferences': 'ตั้งค่า',

  'preferences.device': 'การตั้งค่านี้เก็บไว้ในอุปกรณ์นี้',
  'preferences.bets': 'การเดิมพัน',
  'preferences.at_once': 'เดิมพันทันที',
  'preferences.at_once.help': 'ส่งชิปทันทีที่วาง หากปิด ปุ่มยืนยันจะส่งชิป',
  'preferences.shortcuts': 'ปุ่มลัด',
  'preferences.shortcuts.help': 'ที่โต๊ะ กด ? เพื่อดูปุ่ม',
  'preferences.show': 'ไพ่และเสียง',
  'preferences.format.help': 'ตัวเลขและเวลาเป็นไปตามภาษา: {amount}, {when}',
};
