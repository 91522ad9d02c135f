import { CallError } from '@adire/contract/call.ts'
import { useRef } from 'react'

/** Whether a retry may help: yes after a network error or a 5xx response, and while the first request is still running. */
export const isTemporary = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status >= 500 || error.code === 'idempotency_in_progress')

/** Idempotency key: the same input gets the same key when it is sent again after no response, so it is done only once. */
export function useIdempotencyKey() {
  const last = useRef<{ input: string; key: string } | undefined>(undefined)
  return {
    take: (value: unknown) => {
      const input = JSON.stringify(value)
      if (last.current?.input !== input) last.current = { input, key: crypto.randomUUID() }
      return last.current.key
    },
    drop: () => {
      last.current = undefined
    },
  }
}
