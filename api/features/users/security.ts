import type { ApiConfig } from '../../config.ts'
import { type EmailMessage, renderEmail } from '../../emails/mail.ts'
import { formatInstant } from '../../lagos.ts'

export const securityEvents = [
  'new_device',
  'many_wrong_passwords',
  'password_changed',
  'password_reset',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_removed',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

const titles: Record<SecurityEvent, string> = {
  new_device: 'New sign-in',
  many_wrong_passwords: 'Somebody tries to guess your password',
  password_changed: 'Your password was changed',
  password_reset: 'Your password was reset',
  two_factor_enabled: 'Two-factor authentication was turned on',
  two_factor_disabled: 'Two-factor authentication was turned off',
  two_factor_removed: 'We turned off two-factor authentication',
  recovery_codes_renewed: 'New recovery codes were created',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  passkey_copied: 'A passkey was rejected',
}

/** Advice to a user who did not cause the event. */
const advice: Record<SecurityEvent, string> = {
  many_wrong_passwords:
    'Many wrong passwords were entered. Nobody signed in. If you cannot sign in, reset your password. To protect your account, turn on two-factor authentication.',
  new_device: 'If it was not you, change your password. This signs out every other device.',
  password_changed: 'Every other device was signed out. If it was not you, reset your password at once.',
  password_reset: 'Every device was signed out. If it was not you, reset your password at once and contact us.',
  two_factor_enabled: 'You now need a code to sign in. If it was not you, change your password and contact us.',
  two_factor_disabled: 'You can now sign in with the password only. If it was not you, change your password.',
  two_factor_removed:
    'We received a request because the device with the codes was lost. You can now sign in with the password only, and every device was signed out. If you did not request this, reset your password at once and contact us.',
  passkey_added:
    'It can sign in to your account without your password. If it was not you, remove it, change your password and contact us.',
  passkey_removed: 'It no longer signs in. If it was not you, change your password and contact us.',
  passkey_copied:
    'Somebody tried to use a passkey of your account that may have been copied. Nobody signed in. Remove the passkey that was last used, and add a new one.',
  recovery_codes_renewed: 'The old codes no longer work. If it was not you, change your password.',
}

interface From {
  device: string
  ip: string | null
}

export const buildSecurityNotification = (event: SecurityEvent, { device, ip }: From) => ({
  title: titles[event],
  text: `${device}${ip ? `, IP address ${ip}` : ''}. ${advice[event]}`,
})

/** Origin and time of an action, as rows of an email. */
export const originRows = ({ device, ip, at }: From & { at: Date }): (readonly [string, string])[] => [
  ['Device', device],
  ['IP address', ip ?? 'unknown'],
  ['When', `${formatInstant(at)}, Lagos`],
]

const describeSignIn = ({ device, ip }: From) =>
  `Someone signed in to your account from a new device: ${device}${ip ? `, IP address ${ip}` : ''}.`

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
    paragraphs: [...(event === 'new_device' ? [describeSignIn({ device, ip })] : []), advice[event]],
    rows: originRows({ device, ip, at }),
    action: { label: 'View your account', url: `${config.publicUrl}/settings/user-profile` },
  })
}
