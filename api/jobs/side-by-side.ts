/** Works through all of it, `most` at a time. What one throws is for the work itself to catch. */
export async function sideBySide(tasks: readonly (() => Promise<void>)[], most: number): Promise<void> {
  const left = tasks.values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const one of left) await one()
    }),
  )
}
