import { limits } from '@adire/contract/limits.ts'
import { type ComponentType, createElement, type FunctionComponent, lazy } from 'react'

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** Loads a chunk of the app, its stylesheet included, or fails as a `ChunkLoadError`: a chunk that hangs is one that failed. */
export function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('Loading chunk timed out')), limits.chunkTimeoutMs)
    load().then(
      (module) => {
        clearTimeout(timer)
        resolve(module)
      },
      (cause) => {
        clearTimeout(timer)
        reject(new ChunkLoadError('Loading chunk failed', { cause }))
      },
    )
  })
}

/** A piece of a page in a chunk of its own, to stand under a `Suspense`. */
export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadChunk(load).then((component) => ({ default: component })))

export type LazyPage = FunctionComponent & { warm: () => Promise<void> }

/** A page in a chunk of its own: `page(() => import('./plans-page.tsx').then((m) => m.PlansPage))`. Once warmed it renders
 * without suspending, which prerendering and hydration need. A failed warm-up is shown, not tried again. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  const fetchPage = () =>
    loadChunk(load).then((component) => {
      loaded = component
      return { default: component }
    })
  const Lazy = lazy(fetchPage)
  // biome-ignore lint/correctness/noComponentHookFactories: made once per chunk, when its module is read
  const Page = () => createElement(loaded ?? Lazy)
  return Object.assign(Page, { warm: () => fetchPage().then(() => undefined) })
}
