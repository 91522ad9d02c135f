import { type KeyboardEvent, useState } from 'react'

/** Caps Lock state, read from the last key event of the watched input. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false)
  const read = (event: KeyboardEvent) => setOn(event.getModifierState?.('CapsLock') ?? false)
  return { isOn, watch: { onKeyDown: read, onKeyUp: read } }
}
