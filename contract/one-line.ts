/** One line: no control characters, and no lone surrogates, which PostgreSQL cannot store. */
export const onOneLine = /^[^\p{Cc}\p{Cs}]*$/u

/**
 * Characters that nobody sees: they come along when text is copied, and can reverse what a payer reads. Joiners and variation selectors
 * stay, because emoji and some scripts need them.
 */
const unseen = /(?!\u200C|\u200D|[\uFE00-\uFE0F])[\p{DI}\p{Zl}\p{Zp}]/gu

/** Text without unseen characters and outer spaces. */
export const trimSeen = (text: string) => text.replace(unseen, '').trim()
