import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { limits } from './limits.ts'
import { onOneLine } from './one-line.ts'
import { trimSeen } from './seen-text.ts'

/** Search text: one line, cleaned, may be empty, at most `maximum` characters. */
/* @__NO_SIDE_EFFECTS__ */
export const SearchText = (maximum: number) =>
  z
    .string()
    .check(
      z.overwrite(trimSeen),
      z.maxLength(maximum, 'Search for less'),
      z.regex(onOneLine, 'Search for one line of text'),
    )

/** The search of a list: the same rule in all lists (decision 40). */
export const searchText = describe(
  'Words that must all match, at most 254 characters: any part of a name or email, a phone number in any format, the start of a ' +
    'reference, an amount (`38500`, `38,500.00`) or the last four digits of a card or account. Names are also found with a typo. ' +
    'Optional.',
  z.optional(SearchText(254)),
)

/** Whole number in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export const QueryInteger = (message: string) => z.coerce.number<number>(message).check(z.int(message))

/**
 * Pagination parameters of every list. `offset` is limited to 10,000; use `cursor` for deeper pages. With a `cursor`,
 * `offset` is ignored.
 */
export const paginationFields = {
  limit: describe(
    'Maximum number of items in the page: 1 to 100, default 10.',
    z._default(
      QueryInteger('limit must be a whole number').check(
        z.minimum(1, 'limit must be at least 1'),
        z.maximum(limits.listMaximum, `limit must be at most ${limits.listMaximum}`),
      ),
      limits.listLimit,
    ),
  ),
  offset: describe(
    'Number of items to skip: 0 to 10,000, default 0. Ignored with a `cursor`, which also reaches deeper pages.',
    z._default(
      QueryInteger('offset must be a whole number').check(
        z.minimum(0, 'offset must be at least 0'),
        z.maximum(10_000, 'offset must be at most 10000: use the cursor past it'),
      ),
      0,
    ),
  ),
  cursor: describe(
    '`nextCursor` of the previous page. Optional: leave it out for the first page.',
    z.optional(z.string().check(z.maxLength(200, 'This cursor is not valid. Use one from an earlier response'))),
  ),
}

/** Order of a list. The first order is the default. */
/* @__NO_SIDE_EFFECTS__ */
export const sortField = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  describe(
    `Order of the list, default \`${sorts[0]}\`; a minus sign sorts in descending order. Repeat it with each \`cursor\`: the ` +
      'cursor of another order is rejected. Optional.',
    z.optional(z.enum(sorts)),
  )

/**
 * One page of a list. `totalElements` is exact up to 10,000; above that it is 10,000 and `totalIsCapped` is true.
 * `nextCursor` is null on the last page, and absent from lists that have no cursor.
 */
/* @__NO_SIDE_EFFECTS__ */
export const Paginated = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.int(),
    totalIsCapped: z.optional(z.boolean()),
    nextCursor: z.optional(z.nullable(z.string())),
    offset: z.int(),
    limit: z.int(),
  })

/** The same export as an Excel workbook: the schemas of its CSV file, with a file as the response. */
/* @__NO_SIDE_EFFECTS__ */
export const asWorkbook = <Input extends z.ZodMiniType>({
  description,
  input,
}: {
  description: string
  input: Input
}) => ({
  description: description.replace('CSV file', 'Excel workbook'),
  input,
  output: z.file(),
})

/** Columns of an export by key: "reference,amount". At most 500 characters. Optional; default: all columns. */
export const csvColumns = z.optional(
  z
    .string()
    .check(
      z.maxLength(500, 'Use at most 500 characters'),
      z.regex(/^\w+(,\w+)*$/, 'Name columns like this: reference,amount'),
    ),
)

const uuid = '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}'

/** Rows of an export by id, as the user selected them on one page. */
const selectedIds = describe(
  `Ids of the rows, separated by commas, at most ${limits.listMaximum}: the file has these rows only, as far as they match the ` +
    'other filters. Optional.',
  z.optional(
    z
      .string()
      .check(
        z.maxLength(limits.listMaximum * 37 - 1, `Use at most ${limits.listMaximum} ids`),
        z.regex(new RegExp(`^${uuid}(,${uuid})*$`, 'i'), 'Separate ids by commas'),
      ),
  ),
)

/** Which rows and columns the export of a list has, besides its filters. */
export const exportFields = { ids: selectedIds, columns: csvColumns }
