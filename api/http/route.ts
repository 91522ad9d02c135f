import type { Endpoint, ParsedInput, ResponseBody } from '@adire/contract/endpoint.ts'
import type { LiveTopic } from '@adire/contract/live.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import type { Context, ContextFor, MemberContext, UnitOfWork, UploadUnitOfWork } from '../context.ts'
import type { PrintJob } from '../files/media.ts'
import { announceTopic } from '../jobs/announce.ts'
import type { TableFormat } from './cells.ts'
import type { CreationHandler } from './creation.ts'
import type { Problem } from './problem.ts'

/** The data of a PDF. `at` is the print time; it is excluded from the ETag, so the same data is the same document. */
export interface PrintData {
  job: PrintJob
  data: object
  at: object
}

/** An endpoint with its handler: one of the handler fields or `follows` is set. */
export interface EndpointRoute {
  endpoint: Endpoint
  /** Handler that runs in the request's one transaction (GET: on a read-only connection). */
  inContext?: (context: never, input: never) => Promise<unknown>
  /** Handler that calls external services between its own short transactions. */
  withoutTransaction?: (unitOfWork: never, input: never) => Promise<unknown>
  /** Handler that creates something in more than one transaction. */
  creation?: CreationHandler<never, never, never, never, unknown>
  /** For callers without an account: the input fields that scope an `Idempotency-Key`, so that strangers never share a key. */
  keyScope?: readonly string[]
  /** Check for an upload, which runs before the file is read. Throws to reject it. */
  admit?: (context: never, path: never) => Promise<void>
  /** Handler of a PDF: reads its data first, then the connection is released. */
  print?: (context: never, input: never) => Promise<PrintData>
  /** Handler of a file download: yields pieces while it reads the database. */
  download?: (context: never, input: never) => FilePieces | Promise<FilePieces>
  /** The response is the same for every caller until the next release: it is cacheable and has an ETag. */
  lookup?: boolean
  /** The handler does not use the business clock, so the clock offset is not read. */
  clockIndependent?: boolean
  /** The response is a stream of changes to the business and the user. */
  follows?: boolean
  /** Fields of the response that are null for callers without a second permission (decision 134). */
  secrets?: SecretFields
  /** Removes from the response what the caller may not have by its other permissions. */
  withhold?: (response: never, may: (permission: Permission) => boolean) => unknown
}

/** Fields of a response with the permission that shows them. */
export interface SecretFields {
  fields: readonly string[]
  permission: Permission
}

/** Names of fields of an endpoint's input. */
type KeyScope<E extends Endpoint> = readonly (keyof ParsedInput<E> & string)[]

/**
 * Binds an endpoint to a handler that runs in one transaction. The types of input, response and context follow from the
 * endpoint. `keyScope`: see `EndpointRoute`; required for an endpoint that creates something for callers without an account.
 * A problem that the handler returns, instead of throwing it, is the response, and the transaction is committed.
 */
export const route = <E extends Endpoint>(
  endpoint: E,
  inContext: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<ResponseBody<E> | Problem>,
  keyScope?: KeyScope<E>,
): EndpointRoute => {
  const topic = topicOfChange(endpoint)
  if (!topic) return { endpoint, inContext, ...(keyScope && { keyScope }) }
  return {
    endpoint,
    inContext: (context: ContextFor<E['access']>, input: ParsedInput<E>) =>
      announcing(context, topic, () => inContext(context, input)),
    ...(keyScope && { keyScope }),
  }
}

/** The same as `route`, for a read whose response has secrets: nullable fields that only callers with another permission get. */
export const routeWithSecrets = <E extends Endpoint & { access: 'merchant' | 'member' }>(
  endpoint: E,
  permission: Permission,
  fields: readonly (keyof ResponseBody<E> & string)[],
  inContext: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ ...route(endpoint, inContext), secrets: { fields, permission } })

/** The same as `route`, for a read whose text has such fields of several objects: `withhold` removes them. */
export const routeThatWithholds = <E extends Endpoint & { access: 'merchant' | 'member' }>(
  endpoint: E,
  withhold: (response: ResponseBody<E>, may: (permission: Permission) => boolean) => ResponseBody<E>,
  inContext: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ ...route(endpoint, inContext), withhold })

/** The same as `route`, for a read that does not depend on time: saves the query for the business's clock offset (decision 16). */
export const clockIndependentRoute = <E extends Endpoint>(
  endpoint: E,
  inContext: (context: Omit<ContextFor<E['access']>, 'now'>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ endpoint, inContext, clockIndependent: true })

/** The same as `route`, for a handler that creates something and needs several transactions. */
export const creationRoute = <E extends Endpoint, Prepared, Made>(
  endpoint: E,
  creation: CreationHandler<ContextFor<E['access']>, ParsedInput<E>, Prepared, Made, ResponseBody<E>>,
  keyScope?: KeyScope<E>,
): EndpointRoute => {
  const topic = topicOfChange(endpoint)
  const announced = topic && topic !== 'payments' ? announcingCreation(creation, topic) : creation
  return {
    endpoint,
    creation: announced as unknown as NonNullable<EndpointRoute['creation']>,
    ...(keyScope && { keyScope }),
  }
}

/** The same as `route`, for a handler that calls a processor and creates nothing: it gets a `UnitOfWork`, never an open transaction. */
export const routeWithoutTransaction = <E extends Endpoint>(
  endpoint: E,
  withoutTransaction: (
    unitOfWork: UnitOfWork<ContextFor<E['access']>>,
    input: ParsedInput<E>,
  ) => Promise<ResponseBody<E>>,
): EndpointRoute => {
  const topic = topicOfChange(endpoint)
  // Payment changes are announced where they happen; announcing them here would only add a transaction each.
  if (!topic || topic === 'payments') return { endpoint, withoutTransaction }
  return {
    endpoint,
    withoutTransaction: (unitOfWork: UnitOfWork<ContextFor<E['access']>>, input: ParsedInput<E>) =>
      withoutTransaction(announcingUnitOfWork(unitOfWork, topic), input),
  }
}

/** The live topic that open dashboards of the business or user receive after this endpoint changed something. */
const topicOfChange = ({ method, topics }: Endpoint) => (method === 'GET' ? undefined : topics[0])

async function announcing<C extends Context, T>(context: C, topic: LiveTopic, callback: (context: C) => Promise<T>) {
  const result = await callback(context)
  await announceChange(context, topic)
  return result
}

const announcingUnitOfWork = <C extends Context>(unitOfWork: UnitOfWork<C>, topic: LiveTopic): UnitOfWork<C> => ({
  ...unitOfWork,
  write: (callback) => unitOfWork.write((context) => announcing(context, topic, callback)),
})

function announcingCreation<C extends Context, In, Prepared, Made, Out>(
  creation: CreationHandler<C, In, Prepared, Made, Out>,
  topic: LiveTopic,
): CreationHandler<C, In, Prepared, Made, Out> {
  const { finish } = creation
  const create = (context: C, input: In, prepared: Prepared) =>
    announcing<C, Made | Out>(context, topic, () => creation.create(context, input, prepared))
  const announced = finish
    ? {
        ...creation,
        create,
        finish: (unitOfWork: UnitOfWork<C>, made: Made) => finish(announcingUnitOfWork(unitOfWork, topic), made),
      }
    : { ...creation, create }
  return announced as CreationHandler<C, In, Prepared, Made, Out>
}

async function announceChange(context: Context, topic: LiveTopic): Promise<void> {
  const { tx, merchant, user } = context as Context & Partial<Pick<MemberContext, 'merchant' | 'user'>>
  const about = merchant?.id ?? user?.id
  if (about !== undefined) await announceTopic(tx, about, topic)
}

/**
 * The same as `routeWithoutTransaction`, for an upload. `admit` checks the path fields and throws before the file is read. The transaction
 * that stores the file must check the same again.
 */
export const uploadRoute = <E extends Endpoint & { uploads?: boolean }, Path>(
  endpoint: E,
  admit: (context: ContextFor<E['access']>, path: Path) => Promise<void>,
  withoutTransaction: (
    unitOfWork: UploadUnitOfWork<ContextFor<E['access']>>,
    input: ParsedInput<E> & Path,
  ) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ ...routeWithoutTransaction(endpoint, withoutTransaction as never), admit })

/** The same as `route`, for data that never changes while the process runs. */
export const lookupRoute = <E extends Endpoint & { access: 'public' }>(
  endpoint: E,
  inContext: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ endpoint, inContext, lookup: true })

/** Pieces of a file, in order. */
export type FilePieces = AsyncIterable<string | Buffer>

/** Route of a file download, sent in pieces as they are read, so that memory use does not depend on its size. */
export const downloadRoute = <E extends Endpoint & { downloads?: string }>(
  endpoint: E,
  download: (context: ContextFor<E['access']>, input: ParsedInput<E>) => FilePieces | Promise<FilePieces>,
): EndpointRoute => ({ endpoint, download })

/** Routes of a table as CSV and as an Excel workbook. Both endpoints have the same input. */
export const tableRoutes = <E extends Endpoint & { downloads?: string }>(
  csv: E,
  xlsx: Endpoint,
  download: (
    context: ContextFor<E['access']>,
    input: ParsedInput<E>,
    format: TableFormat,
  ) => FilePieces | Promise<FilePieces>,
): EndpointRoute[] =>
  [
    { endpoint: csv, format: 'csv' as const },
    { endpoint: xlsx, format: 'xlsx' as const },
  ].map(({ endpoint, format }) => ({
    endpoint,
    download: (context: ContextFor<E['access']>, input: ParsedInput<E>) => download(context, input, format),
  }))

/** Route of a PDF. `print` returns its data; the PDF is rendered in a separate process, unless the same one is cached. */
export const pdfRoute = <E extends Endpoint & { downloads?: string }>(
  endpoint: E,
  print: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<PrintData>,
): EndpointRoute => ({ endpoint, print })

/** Route of a server-sent event stream of changes; it ends when the access token expires. */
export const streamRoute = <E extends Endpoint & { access: 'member' }>(endpoint: E): EndpointRoute => ({
  endpoint,
  follows: true,
})
