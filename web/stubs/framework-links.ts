import { createContext, type Ref, useRef } from 'react'

/** Stub for the router's framework-mode link prefetching, which is not used: links are preloaded by `routes.tsx`. Behaves as
 * without the framework. */
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, useRef(null), {}] as const

export const mergeRefs =
  <T>(...refs: Ref<T>[]) =>
  (value: T | null) => {
    for (const ref of refs)
      if (typeof ref === 'function') ref(value)
      else if (ref) ref.current = value
  }
