import { useUrlState } from './use-url-state.ts'

/** Order of a list in the URL. The first of `sorts` is the default. A change returns to the first page. */
export function useSort<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const { params, change } = useUrlState()
  const usual = sorts[0]
  const sort = sorts.find((one) => one === params.get('sort')) ?? usual
  return {
    /** Input of the API call; undefined for the default. */
    sort: sort === usual ? undefined : sort,
    sorting: { sort, onSort: (next: string) => change({ sort: next === usual ? undefined : next }) },
  }
}
