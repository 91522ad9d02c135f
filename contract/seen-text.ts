/**
 * Characters that nobody sees: they come along when text is copied, and can reverse what a payer reads. Joiners and variation selectors
 * stay, because emoji and some scripts need them.
 */
const unseen = /(?![\p{VS}\p{Join_C}])[\p{DI}\p{Zl}\p{Zp}]/gu

/** Text without unseen characters and outer spaces. */
export const trimSeen = (text: string) => text.replace(unseen, '').trim()
