/** A main column with a narrow one beside it. Below `lg` one column, which is as wide as the page even if its content is wider. */
export const detailColumns = 'grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_320px]'

/** A form of at most 640 px with a preview close beside it, in the same way. */
export const previewColumns =
  'grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,640px)_336px] xl:grid-cols-[minmax(0,640px)_432px]'
