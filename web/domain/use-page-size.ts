import { useState } from 'react'
import { useSession } from '../client/session.ts'
import type { PageSizes } from '../ui/pager.tsx'
import { useUrlState } from '../ui/use-url-state.ts'

const choices = [25, 50, 100]

/** Rows per page of all lists, as the user chose on this device; `usual` until then. A change returns to the first page. */
export function usePageSize(usual: number): { limit: number; sizes: PageSizes } {
  const storageKey = `adire.page-size.${useSession().userId}`
  const { change } = useUrlState()
  const [chosen, setChosen] = useState(() => {
    try {
      return choices.find((size) => String(size) === localStorage.getItem(storageKey))
    } catch {
      return undefined // storage may be denied
    }
  })
  const choose = (size: number) => {
    setChosen(size)
    change({}, { replace: true })
    try {
      localStorage.setItem(storageKey, String(size))
    } catch {
      // The choice lasts for this visit only.
    }
  }
  const limit = chosen ?? usual
  return { limit, sizes: { choices: choices.includes(limit) ? choices : [limit, ...choices], choose } }
}
