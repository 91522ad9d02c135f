export type BulkFailure<Row> = { row: Row; reason: string }
export type BulkResult<Row> = { done: readonly Row[]; failed: readonly BulkFailure<Row>[] }

type BulkOptions = {
  /** Calls under way at the same time. */
  parallel: number
  /** Stops before the next row. Calls under way are waited for, because they may succeed. */
  signal: AbortSignal
  onProgress: (ended: number) => void
}

/** Calls `act` for each row. Rows that were not begun before the stop are failures. */
export async function runBulk<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  { parallel, signal, onProgress }: BulkOptions,
): Promise<BulkResult<Row>> {
  const reasons = new Map<Row, string>(rows.map((row) => [row, 'Stopped before this one']))
  const waiting = [...rows]
  let ended = 0
  const work = async () => {
    while (!signal.aborted) {
      const row = waiting.shift()
      if (row === undefined) return
      try {
        await act(row)
        reasons.delete(row)
      } catch (error) {
        reasons.set(row, (error as Error).message)
      }
      onProgress(++ended)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return {
    done: rows.filter((row) => !reasons.has(row)),
    failed: [...reasons].map(([row, reason]) => ({ row, reason })),
  }
}
