import { columnVisibility, type TableColumn } from './table-column.ts'

/** Class of what is shown in another cell while a column has no room, and on cards; `app.css` names the classes. */
export const substituteVisibility = <Row>(columns: readonly TableColumn<Row>[], label: string): string =>
  columnVisibility(columns).get(label)?.replace('@max-', '@min-') ?? ''
