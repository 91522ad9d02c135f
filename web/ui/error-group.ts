import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

interface Failure {
  id: string
  message: string
  element: Element
  /** Dialog that shows it; a page has none. */
  dialog: Element | null
  retry: () => void
}

let failures: readonly Failure[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function change(next: readonly Failure[]) {
  failures = next
  for (const listener of listeners) listener()
}
const none: readonly Failure[] = []
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** In the order of the page: a part further up may fail later. */
const asOnPage = (a: Failure, b: Failure) =>
  a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

/**
 * Parts of a page that failed for the same reason: the first one shows the error for all of them, and its button loads them all again.
 * A dialog has errors of its own.
 */
export function useErrorGroup(element: RefObject<Element | null>, message: string, onRetry: (() => void) | undefined) {
  const id = useId()
  const [dialog, setDialog] = useState<Element | null>(null)
  const retry = useRef(onRetry)
  useBeforePaint(() => {
    retry.current = onRetry
  })
  const isRetried = onRetry !== undefined
  useBeforePaint(() => {
    if (!isRetried) return
    const strip = element.current!
    const found = strip.closest('dialog')
    setDialog(found)
    change([...failures, { id, message, element: strip, dialog: found, retry: () => retry.current?.() }].sort(asOnPage))
    return () => change(failures.filter((failure) => failure.id !== id))
  }, [element, id, isRetried, message])
  const all = useSyncExternalStore(
    subscribe,
    () => failures,
    () => none,
  )
  const same = all.filter((failure) => failure.message === message && failure.dialog === dialog)
  const isRepeated = isRetried && same.length > 0 && same[0]!.id !== id && same.some((failure) => failure.id === id)
  const retryAll = () => {
    for (const failure of same) failure.retry()
  }
  return { isRepeated, retryAll }
}
