import { type KeyboardEvent, useState } from 'react'

/** Whether Caps Lock is on, as the last key in the watched input told. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false)
  const read = (event: KeyboardEvent) => setOn(event.getModifierState?.('CapsLock') ?? false)
  return { isOn, watch: { onKeyDown: read, onKeyUp: read } }
}
