import { useProductName } from './product.tsx'

/** Document title; React moves it into the head. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useProductName()}`}</title>
}
