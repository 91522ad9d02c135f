import { createContext, type Ref, useRef } from 'react'

/** In place of what the router does for links in its framework mode, which we do not use: our links are warmed by
 * `routes.tsx`. This is what it comes to without the framework. */
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
