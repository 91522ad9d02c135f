import type { PromotionItem } from '@adire/contract/promotion-schemas.ts'
import { useState } from 'react'

export const itemKey = ({ kind, testId }: Pick<PromotionItem, 'kind' | 'testId'>) => `${kind} ${testId}`

export const isCopyable = ({ status }: PromotionItem) => status === 'added' || status === 'changed'

/**
 * The items to copy: those that are suggested, until the user chooses others. An item is chosen together with what it needs, and what it is
 * needed for is given up with it.
 */
export function usePromotionChoice(items: readonly PromotionItem[]) {
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isChosen = (item: PromotionItem) => isCopyable(item) && (choices.get(itemKey(item)) ?? item.suggested)
  const toggle = (item: PromotionItem) => {
    const chosen = !isChosen(item)
    const key = itemKey(item)
    const related = chosen
      ? item.needs.map(itemKey)
      : items.filter(({ needs }) => needs.some((needed) => itemKey(needed) === key)).map(itemKey)
    setChoices(new Map([...choices, ...[key, ...related].map((one) => [one, chosen] as const)]))
  }
  return { chosen: items.filter(isChosen), isChosen, toggle, reset: () => setChoices(new Map()) }
}
