// The texts of the console for staff, in English: the devices of live tables.

export const consoleDevices = {
  'section.devices': 'Devices',

  'device.name': 'Device {number}',
  'device.choose':
    'A device reads the cards of a live table. Two supervisors put it on record: one makes a code for it, another compares its fingerprint.',
  'device.none': 'No device is on record.',
  'device.history': 'History',
  'device.supervisors': 'Supervisors handle devices.',
  'device.standing.waiting': 'Waits for a second supervisor',
  'device.standing.enrolled': 'Enrolled',
  'device.standing.suspended': 'Suspended',
  'device.standing.revoked': 'Revoked',
  'device.connected': 'Connected',
  'device.not_connected': 'Not connected',
  'device.simulator': 'Simulator',
  'device.hardware': 'Card-reading shoe',
  'device.shoe': 'Shoe in it',
  'device.shoe.unknown': 'None that it says',
  'device.seen': 'Last heard',
  'device.seen.never': 'Never',
  'device.kind': 'Kind',
  'device.table': 'Table',
  'device.line': 'Line',
  'device.fingerprint': 'Fingerprint',
  'device.fingerprint.hidden': 'Shown once it is approved: who approves it reads it from the device.',
  'device.code_by': 'Code by',
  'device.confirmed_by': 'Fingerprint compared by',
  'device.ended_by': 'Suspended or revoked by',
  'device.at': 'Changed last',
  'device.why': 'Reason',
  'device.forked':
    'The server suspended this device: its key signed two histories. Somebody has the key, or the memory of the device was put back. Revoke it, and find out which.',
  'device.alarm': 'Alarm at {at}: {what}',
  'device.alarm.already_connected':
    'a second line showed the key of this device while it was connected. The server refused it. Look whether somebody copied the key.',
  'device.alarm.forked':
    'its key signed two histories. Somebody has the key, or the memory of the device was put back.',
  'device.alarm.counter_lost':
    'it forgot records that the server has. It needs a new key: revoke it, and enrol it again.',
  'device.fault': 'Fault at {at}: {what}',
  'device.fault.says': 'The device says: “{text}”',
  'device.fault.sensor': 'its sensor does not work as it should. It may not read the cards that pass.',
  'device.fault.motor': 'its motor does not work as it should.',
  'device.fault.lid': 'its lid does not work as it should.',
  'device.fault.power': 'its power supply does not work as it should. It may stop at any moment.',
  'device.fault.store':
    'its memory for records does not work as it should. It may forget what it read before it sends that.',
  'device.faulty':
    'It has said since {at} that it has a fault. This ends when it says that it is well, or is gone.',
  'device.lid_open':
    'Its lid has been open since {at}. Look what is done there. The next card that it reads, or the next shoe that is loaded, ends this.',
  'device.mark.alarm': 'Alarm',
  'device.mark.fault': 'Fault',
  'device.mark.lid_open': 'Lid open',
  'device.own.waiting': 'It came with your code, so another supervisor approves it.',
  'device.own.suspended': 'You suspended it, so another supervisor lets it speak again.',

  'device.add': 'Make a code',
  'device.add.intro':
    'The device proves its key with the code, and then waits for another supervisor. The code counts once, for ten minutes.',
  'device.add.table': 'Live table',
  'device.add.simulator': 'For a program that plays a device; it speaks only where play money is wagered',
  'device.add.made': 'Code for {table}',
  'device.add.help':
    'It is shown only now, and counts once, until {until}. Hand it to the person at the device.',
  'device.add.number': 'Table number',
  'device.add.for': 'For',
  'device.add.for.simulator': 'A program that plays a device',
  'device.add.for.hardware': 'A card-reading shoe',
  'device.add.another': 'Make another code',
  'device.add.no_table': 'There is no live table yet. A manager opens one.',

  'log.field.table': 'Table',
  'log.field.simulator': 'Simulator',
  'log.field.standing.is': 'Standing',
  'log.field.standing.by': 'Ended by',
  'log.field.confirmed_by': 'Compared by staff',
  'log.field.key': 'Public key',

  'device.approve': 'Approve',
  'device.approve.title': 'Approve device {number}',
  'device.approve.effect':
    'It speaks for {table} from now on. Go to the device, and type the fingerprint that it shows.',
  'device.approve.done': 'Device {number} speaks for its table.',
  'device.approve.field': 'Fingerprint on the device',
  'device.approve.hint': 'Four groups of four, such as 5647 5aa7 5463 474c.',
  'device.resume': 'Let it speak again',
  'device.resume.title': 'Let device {number} speak again',
  'device.resume.effect':
    'It speaks for {table} again. Go to the device, and type the fingerprint that it shows.',
  'device.resume.done': 'Device {number} speaks for its table again.',
  'device.move': 'Move',
  'device.move.title': 'Move device {number}',
  'device.move.effect':
    'It speaks for the other table. At {table} the cards of its shoe are read by no other device until the shoe ends.',
  'device.move.done': 'Device {number} is moved.',
  'device.move.field': 'To the table',
  'device.move.nowhere': 'There is no other live table.',
  'device.suspend': 'Suspend',
  'device.suspend.title': 'Suspend device {number}',
  'device.suspend.effect':
    'Its line is cut within a second, and {table} waits for it. Another supervisor lets it speak again.',
  'device.suspend.done': 'Device {number} is suspended.',
  'device.revoke': 'Revoke',
  'device.revoke.title': 'Revoke device {number}',
  'device.revoke.effect':
    'Its line is cut within a second, and its key never counts again. What it read before stays on record. A device comes back with a new key only.',
  'device.revoke.done': 'Device {number} is revoked.',

  'device.refused.same_person':
    'You made its code, or suspended it. Another supervisor compares the fingerprint.',
  'device.refused.other_fingerprint': 'This is the fingerprint of another key. Type what the device shows.',
  'device.refused.new_key_needed':
    'The key of this device signed two histories. Revoke it, and enrol the device with a new key.',
  'device.refused.device_standing': 'This device stands otherwise by now. Look at it again.',
  'device.refused.play_money_only': 'A simulated device speaks only where play money is wagered.',
  'device.refused.unknown_device': 'There is no such device.',
  'device.refused.unknown_table': 'There is no such table.',
  'device.refused.not_for_programs': 'A program may not do this. Log in at the console.',
} as const;
