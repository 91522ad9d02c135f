import { useProductName } from './product.tsx'

/** The document's title; React moves it into the head. */
export function Title({ children }: { children: string }) {
  return <title>{`${children} · ${useProductName()}`}</title>
}
