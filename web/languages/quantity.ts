import type { Language } from '@adire/contract/languages.ts'

interface QuantityTexts {
  quantity: string
  /** Names of the buttons beside the field. */
  fewer: string
  more: string
  each(price: string): string
  /** Smallest and largest number that can be chosen. */
  range(minimum: number, maximum: number): string
}

/** Texts of the field for a quantity. It is on few pages, so they are loaded with it and not in the pack of the language. */
export const quantityTexts: Record<Language, QuantityTexts> = {
  en: {
    quantity: 'Quantity',
    fewer: 'One fewer',
    more: 'One more',
    each: (price) => `${price} each`,
    range: (minimum, maximum) => `${minimum} to ${maximum}`,
  },
  ha: {
    quantity: 'Adadi',
    fewer: 'Rage ɗaya',
    more: 'Ƙara ɗaya',
    each: (price) => `${price} kowanne`,
    range: (minimum, maximum) => `${minimum} zuwa ${maximum}`,
  },
  yo: {
    quantity: 'Iye',
    fewer: 'Dín ọ̀kan kù',
    more: 'Fi ọ̀kan kún un',
    each: (price) => `${price} fún ọ̀kọ̀ọ̀kan`,
    range: (minimum, maximum) => `${minimum} sí ${maximum}`,
  },
  ig: {
    quantity: 'Ọnụọgụ',
    fewer: 'Wepụ otu',
    more: 'Tinye otu',
    each: (price) => `${price} nke ọ bụla`,
    range: (minimum, maximum) => `${minimum} ruo ${maximum}`,
  },
  pcm: {
    quantity: 'How many',
    fewer: 'Comot one',
    more: 'Add one',
    each: (price) => `${price} for one`,
    range: (minimum, maximum) => `${minimum} go reach ${maximum}`,
  },
}
