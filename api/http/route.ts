import type { Endpoint, ParsedInput, ResponseBody } from '@adire/contract/endpoint.ts'
import type { LiveTopic } from '@adire/contract/live.ts'
import { findTopic } from '@adire/contract/live-paths.ts'
import type { Context, ContextFor, MemberContext, UnitOfWork, UploadUnitOfWork } from '../context.ts'
import type { PrintJob } from '../files/media.ts'
import { announceTopic } from '../jobs/announce.ts'
import type { CreationHandler } from './creation.ts'

/** What stands in a PDF. `at` is when it was made, which does not make it another document. */
export interface PrintData {
  job: PrintJob
  data: object
  at: object
}

/** An endpoint and the use case that answers it. */
export interface EndpointRoute {
  endpoint: Endpoint
  /** Set where the use case runs in the request's one transaction (GET: on a read-only connection). */
  inContext?: (context: never, input: never) => Promise<unknown>
  /** Set where the use case talks to the outside between its own short transactions. */
  withoutTransaction?: (unitOfWork: never, input: never) => Promise<unknown>
  /** Set where the use case creates something in more than one transaction. */
  creation?: CreationHandler<never, never, never, never, unknown>
  /** Where callers have no account: the fields that tell whose an `Idempotency-Key` is, so that strangers never meet. */
  keyScope?: readonly string[]
  /** Set where a file comes in: refuses before it is read. */
  admit?: (context: never, path: never) => Promise<void>
  /** Set where the answer is a PDF: what it is drawn from is read first, then the connection is given back. */
  print?: (context: never, input: never) => Promise<PrintData>
  /** Set where the answer is a file, written piece by piece while it is read from the database. */
  download?: (context: never, input: never) => AsyncIterable<string | Buffer>
  /** The answer is the same for everybody until the next release: it may be kept, and asked for again by its ETag. */
  lookup?: boolean
  /** The use case does not ask what time it is in the business, so nobody looks. */
  clockIndependent?: boolean
  /** The answer is a stream of what changes about the business and the user. */
  follows?: boolean
}

/** The fields of an endpoint's input. */
type KeyScope<E extends Endpoint> = readonly (keyof ParsedInput<E> & string)[]

/**
 * Ties an endpoint to its use case; the types of input, answer and context follow from the endpoint. `keyScope`: as in
 * `Route`, for an endpoint that creates something for callers without an account.
 */
export const route = <E extends Endpoint>(
  endpoint: E,
  inContext: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
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

/** As `answer`, for a read that is the same at any time: it is spared the look at the business's clock (decision 16). */
export const clockIndependentRoute = <E extends Endpoint>(
  endpoint: E,
  inContext: (context: Omit<ContextFor<E['access']>, 'now'>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ endpoint, inContext, clockIndependent: true })

/** As `answer`, for a use case that creates something and needs several transactions for it. */
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

/** As `answer`, for a use case that asks a processor and creates nothing: it is handed `Steps`, never an open transaction. */
export const routeWithoutTransaction = <E extends Endpoint>(
  endpoint: E,
  withoutTransaction: (
    unitOfWork: UnitOfWork<ContextFor<E['access']>>,
    input: ParsedInput<E>,
  ) => Promise<ResponseBody<E>>,
): EndpointRoute => {
  const topic = topicOfChange(endpoint)
  // What belongs to payments is announced wherever it changes: a transaction more for each would only cost.
  if (!topic || topic === 'payments') return { endpoint, withoutTransaction }
  return {
    endpoint,
    withoutTransaction: (unitOfWork: UnitOfWork<ContextFor<E['access']>>, input: ParsedInput<E>) =>
      withoutTransaction(announcingUnitOfWork(unitOfWork, topic), input),
  }
}

/** What the open dashboards of a business or a user are told when this endpoint has changed something. */
const topicOfChange = ({ method, access, path }: Endpoint) =>
  method === 'GET' || access === 'public' || access === 'client' ? undefined : findTopic(path)

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
 * As `routeWithoutTransaction`, for an upload: `admit` refuses before the file is read, by what the path says of it. What it checks is
 * checked again in the transaction that keeps the file.
 */
export const uploadRoute = <E extends Endpoint & { uploads?: boolean }, Path>(
  endpoint: E,
  admit: (context: ContextFor<E['access']>, path: Path) => Promise<void>,
  withoutTransaction: (
    unitOfWork: UploadUnitOfWork<ContextFor<E['access']>>,
    input: ParsedInput<E> & Path,
  ) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ ...routeWithoutTransaction(endpoint, withoutTransaction as never), admit })

/** As `answer`, for what never changes while we run. */
export const lookupRoute = <E extends Endpoint & { access: 'public' }>(
  endpoint: E,
  inContext: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<ResponseBody<E>>,
): EndpointRoute => ({ endpoint, inContext, lookup: true })

/** For a file: pieces of text as they are read, so that its size does not matter to our memory. */
export const downloadRoute = <E extends Endpoint & { downloads?: string }>(
  endpoint: E,
  download: (context: ContextFor<E['access']>, input: ParsedInput<E>) => AsyncIterable<string | Buffer>,
): EndpointRoute => ({ endpoint, download })

/** For a PDF: `read` answers what stands in it; it is drawn apart, and only if nobody asked for the same lately. */
export const pdfRoute = <E extends Endpoint & { downloads?: string }>(
  endpoint: E,
  print: (context: ContextFor<E['access']>, input: ParsedInput<E>) => Promise<PrintData>,
): EndpointRoute => ({ endpoint, print })

/** For a stream: who asks is told what changes until her token ends. */
export const streamRoute = <E extends Endpoint & { access: 'member' }>(endpoint: E): EndpointRoute => ({
  endpoint,
  follows: true,
})
