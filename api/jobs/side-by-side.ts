/** Runs all tasks, at most `most` in parallel. Tasks must catch their own errors. */
export async function sideBySide(tasks: readonly (() => Promise<void>)[], most: number): Promise<void> {
  const left = tasks.values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const one of left) await one()
    }),
  )
}
