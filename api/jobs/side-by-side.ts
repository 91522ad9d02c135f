/**
 * Runs a task for each item, at most `limit` in parallel, until all are done or `isOver`. Returns how many were started: the first ones.
 * Tasks must catch their own errors.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  limit: number,
  isOver: () => boolean,
  run: (item: Item) => Promise<void>,
): Promise<number> {
  let started = 0
  const runNext = async () => {
    while (started < items.length && !isOver()) await run(items[started++]!)
  }
  await Promise.all(Array.from({ length: limit }, runNext))
  return started
}
