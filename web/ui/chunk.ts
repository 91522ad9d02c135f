import { limits } from '@adire/contract/limits.ts'
import { type ComponentType, createElement, type FunctionComponent, lazy } from 'react'

export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** Loads a chunk of the app with its stylesheet. @throws {ChunkLoadError} on failure or after `limits.chunkTimeoutMs`. */
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

export type LazyPage = FunctionComponent & { warm: () => Promise<void> }

/** Page in its own chunk: `lazyPage(() => import('./plans-page.tsx').then((m) => m.PlansPage))`. After `warm` it renders
 * without suspending, which prerendering and hydration need. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  const fetchPage = () =>
    loadChunk(load).then((component) => {
      loaded = component
      return { default: component }
    })
  const Lazy = lazy(fetchPage)
  // biome-ignore lint/correctness/noComponentHookFactories: created once per chunk, when its module is evaluated
  const Page = () => createElement(loaded ?? Lazy)
  return Object.assign(Page, { warm: () => fetchPage().then(() => undefined) })
}
