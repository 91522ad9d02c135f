/** A Nigerian number as E.164 writes it, `+2348031234567`, however it was typed: 0803…, 234803…, +234803…. */
export const internationalPhone = (phone: string) => phone.replace(/^(0|\+?234)/, '+234')

/** As people dial it at home: `08031234567`. */
export const localPhone = (phone: string) => phone.replace(/^\+234/, '0')

/** Without the spaces, brackets and dashes people set between the digits, and the invisible marks that are copied along from an address book. */
export const plainPhone = (typed: string) => typed.replace(/[\s().\p{Pd}\p{Cf}]/gu, '')
