import type { SelectOption } from './select.tsx'

const normalizeText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Options that contain every typed word or match the initials: "uba" finds United Bank for Africa. */
export function findOptions(options: readonly SelectOption[], typed: string): readonly SelectOption[] {
  const words = normalizeText(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter(({ label }) => {
    const text = normalizeText(label)
    return words.every((word) => text.includes(word)) || (words.length === 1 && toInitials(text).includes(words[0]!))
  })
}

/** Initials of a name: "fcmb" for First City Monument Bank; small words are skipped. */
function toInitials(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !['of', 'for', 'and', 'the'].includes(word))
  return words.map((word) => word[0]).join('')
}
