import type { ApiConfig } from '../../config.ts'
import { type EmailMessage, renderEmail } from '../../emails/mail.ts'

export const securityEvents = [
  'new_device',
  'many_wrong_passwords',
  'password_changed',
  'password_reset',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_removed',
  'recovery_codes_renewed',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

const titles: Record<SecurityEvent, string> = {
  new_device: 'New sign-in',
  many_wrong_passwords: 'Somebody tries to guess your password',
  password_changed: 'Your password was changed',
  password_reset: 'Your password was reset',
  two_factor_enabled: 'Two-factor was turned on',
  two_factor_disabled: 'Two-factor was turned off',
  two_factor_removed: 'We turned two-factor off',
  recovery_codes_renewed: 'New recovery codes were made',
}

/** Advice to a user who did not cause the event. */
const advice: Record<SecurityEvent, string> = {
  many_wrong_passwords:
    'Many wrong passwords were entered. Nobody got in. If you cannot sign in, reset your password; turn two-factor on to be safe.',
  new_device: 'If it was not you, change your password: that signs out every other device.',
  password_changed: 'Every other device was signed out. If it was not you, reset your password at once.',
  password_reset: 'Every device was signed out. If it was not you, reset your password at once and write to us.',
  two_factor_enabled: 'Signing in now asks for a code. If it was not you, change your password and write to us.',
  two_factor_disabled: 'Signing in asks for the password alone. If it was not you, change your password.',
  two_factor_removed:
    'We were asked to, because the device with the codes is gone. Signing in asks for the password alone, and every device was signed out. If you did not ask, reset your password at once and write to us.',
  recovery_codes_renewed: 'Those of before no longer work. If it was not you, change your password.',
}

interface From {
  device: string
  ip: string | null
}

export const buildSecurityNotification = (event: SecurityEvent, { device, ip }: From) => ({
  title: titles[event],
  text: `${device}${ip ? `, address ${ip}` : ''}. ${advice[event]}`,
})

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** Origin and time of an action, as rows of an email. */
export const originRows = ({ device, ip, at }: From & { at: Date }): (readonly [string, string])[] => [
  ['Device', device],
  ['Address', ip ?? 'unknown'],
  ['When', `${timeFormat.format(at)}, Lagos`],
]

export function securityEmail(
  config: ApiConfig,
  event: SecurityEvent,
  { to, at, device, ip }: From & { to: string; at: Date },
): EmailMessage {
  const ofWhat = event === 'new_device' ? 'to' : 'for'
  return renderEmail(config, {
    to,
    subject: `${titles[event]} ${ofWhat} your ${config.brand.name} account`,
    heading: titles[event],
    paragraphs: [advice[event]],
    rows: originRows({ device, ip, at }),
    action: { label: 'Look at your account', url: `${config.publicUrl}/settings/user-profile` },
  })
}
