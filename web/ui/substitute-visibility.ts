import { columnVisibility, type TableColumn } from './table-column.ts'

/**
 * Class of the copy of a column's value in another cell, which is shown on cards and while the column has no room. `app.css` defines the
 * classes.
 */
export const substituteVisibility = <Row>(columns: readonly TableColumn<Row>[], label: string): string =>
  columnVisibility(columns).get(label)?.replace('@max-', '@min-') ?? ''
