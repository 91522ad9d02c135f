/** Nigerian phone number in E.164 form, `+2348031234567`, from 0803…, 234803… or +234803…. */
export const internationalPhone = (phone: string) => phone.replace(/^(0|\+?234)/, '+234')

/** Phone number in local form: `08031234567`. */
export const localPhone = (phone: string) => phone.replace(/^\+234/, '0')

/**
 * Phone number without spaces, brackets and dashes, and without the invisible characters that are copied from contact
 * lists.
 */
export const plainPhone = (typed: string) => typed.replace(/[\s().\p{Pd}\p{Cf}]/gu, '')
