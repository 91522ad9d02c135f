import { useState } from 'react'

/** Visible columns of a list, stored in this browser. `usual` is the default. */
export function useColumns<Key extends string>(list: string, all: readonly Key[], usual: readonly Key[]) {
  const storageKey = `adire.columns.${list}`
  const [chosen, setChosen] = useState(() => {
    try {
      const stored = localStorage.getItem(storageKey)?.split(',')
      return stored ? all.filter((key) => stored.includes(key)) : usual
    } catch {
      return usual // storage may be denied
    }
  })
  const choose = (keys: readonly Key[]) => {
    setChosen(all.filter((key) => keys.includes(key)))
    try {
      localStorage.setItem(storageKey, keys.join(','))
    } catch {
      // The choice lasts for this visit only.
    }
  }
  return { chosen, choose }
}
