import { usePaging } from '../ui/use-paging.ts'
import { usePageSize } from './use-page-size.ts'

/** `usePaging` with the number of rows that the user chose on this device; `usual` until then. */
export function useSizedPaging(usual: number) {
  const { limit, sizes } = usePageSize(usual)
  const { page, pager } = usePaging(limit)
  return { page, pager: { ...pager, sizes } }
}
