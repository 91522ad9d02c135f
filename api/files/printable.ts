/** Whether the text has hooked letters of Hausa, which Geist lacks and no accent makes. */
export const hasHook = (text: string): boolean => /[ɓƁɗƊƙƘƴƳ]/.test(text)

const emoji =
  /\s*(?:(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3)+/gu

/**
 * The text in characters that the fonts of PDFs have, because a missing one is printed as a box: those of Yoruba and Igbo that Geist lacks
 * become a character and an accent (`ṣ`, `ṅ`, `ǹ`), the naira sign is `NGN`, and emoji are left out.
 */
export const toPrintable = (text: string) =>
  text
    .replace(/\u20a6\s*/g, 'NGN ')
    .replace(/[ṣṢṅṄḿḾǹǸ]/g, (one) => one.normalize('NFD'))
    .replace(emoji, '')
