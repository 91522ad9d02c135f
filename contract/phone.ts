/**
 * Phone number without spaces, brackets, dashes and slashes, and without the invisible characters that are copied from
 * contact lists.
 */
export const plainPhone = (typed: string) => typed.replace(/[\s()./\p{Pd}\p{Cf}]/gu, '')

/**
 * The form in which phone numbers are stored, E.164 (`+2348031234567`), from any format in which a Nigerian mobile number is
 * written: `0803 123 4567`, `0803-123-4567`, `2348031234567`, `+234 (0)803 123 4567`, `00234 803 123 4567`. Other texts
 * become plain, so that validation rejects them.
 */
export const normalizePhone = (typed: string) =>
  plainPhone(typed).replace(/^(?:0|(?:\+|00)?2340?)(?=[789]\d{9}$)/, '+234')

/** Phone number in local form: `08031234567`. */
export const localPhone = (phone: string) => phone.replace(/^\+234/, '0')

/** Phone number as people read it: `0803 123 4567`. */
export const spacedPhone = (phone: string) => localPhone(phone).replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3')
