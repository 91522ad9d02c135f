import { useState } from 'react'

/** Which columns of a list are shown, remembered in this browser. `usual` are those of who has not chosen. */
export function useColumns<Key extends string>(list: string, all: readonly Key[], usual: readonly Key[]) {
  const storageKey = `adire.columns.${list}`
  const [chosen, setChosen] = useState(() => {
    try {
      const stored = localStorage.getItem(storageKey)?.split(',')
      return stored ? all.filter((key) => stored.includes(key)) : usual
    } catch {
      return usual // storage may be refused
    }
  })
  const choose = (keys: readonly Key[]) => {
    setChosen(all.filter((key) => keys.includes(key)))
    try {
      localStorage.setItem(storageKey, keys.join(','))
    } catch {
      // Remembered for this visit only.
    }
  }
  return { chosen, choose }
}
