/** Two columns; on a narrow phone, or with large text, one. */
export const twoTileColumns = 'grid-cols-2 max-[30rem]:grid-cols-[repeat(auto-fit,minmax(min(100%,10.25rem),1fr))]'

/** More than three tiles have room for amounts of hundreds of millions side by side only beyond 1280 px. */
const few = {
  row: 'lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none',
  tile: 'max-lg:[&:first-child:nth-last-child(odd)]:col-span-full',
}
const many = {
  row: 'xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none',
  tile: 'max-xl:[&:first-child:nth-last-child(odd)]:col-span-full',
}

/** Classes of a row of tiles, and of each tile in it. */
export function tileClasses(count: number, layout?: string) {
  const { row, tile } = count > 3 && !layout ? many : few
  return {
    row: `card grid ${twoTileColumns} gap-px overflow-clip bg-line! ${layout ?? row}`,
    tile: `flex min-w-0 flex-col bg-surface p-4 max-sm:px-3 sm:p-5 ${tile}`,
  }
}
