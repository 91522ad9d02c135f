/** Hooked characters of Hausa, which the font lacks and no accent makes. Names are often written without their hooks. */
const withoutHook: Readonly<Record<string, string>> = {
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
}

const emoji =
  /\s*(?:(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3)+/gu

/**
 * The text in characters that the font of PDFs has, because a missing one is printed as a box: those of Yoruba and Igbo that it lacks
 * become a character and an accent (`ṣ`, `ṅ`, `ǹ`), those of Hausa lose their hook, the naira sign is `NGN`, and emoji are left out.
 */
export const toPrintable = (text: string) =>
  text
    .replace(/\u20a6\s*/g, 'NGN ')
    .replace(/[ṣṢṅṄḿḾǹǸ]/g, (one) => one.normalize('NFD'))
    .replace(/[ɓƁɗƊƙƘƴƳ]/g, (one) => withoutHook[one]!)
    .replace(emoji, '')
