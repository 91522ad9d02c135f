import type { Answer, Endpoint, Parsed } from '@adire/contract/endpoint.ts'
import type { LiveTopic } from '@adire/contract/live.ts'
import { topicOf } from '@adire/contract/live-paths.ts'
import type { Context, ContextFor, MemberContext, Steps, UploadSteps } from '../context.ts'
import type { PrintJob } from '../files/media.ts'
import { announce } from '../jobs/announce.ts'
import type { Creation } from './creation.ts'

/** What stands in a PDF. `at` is when it was made, which does not make it another document. */
export interface PrintFacts {
  job: PrintJob
  facts: object
  at: object
}

/** An endpoint and the use case that answers it. */
export interface Route {
  endpoint: Endpoint
  /** Set where the use case runs in the request's one transaction (GET: on a read-only connection). */
  inContext?: (context: never, input: never) => Promise<unknown>
  /** Set where the use case talks to the outside between its own short transactions. */
  inSteps?: (steps: never, input: never) => Promise<unknown>
  /** Set where the use case creates something in more than one transaction. */
  creation?: Creation<never, never, never, never, unknown>
  /** Where callers have no account: the fields that tell whose an `Idempotency-Key` is, so that strangers never meet. */
  keyScope?: readonly string[]
  /** Set where a file comes in: refuses before it is read. */
  admit?: (context: never, path: never) => Promise<void>
  /** Set where the answer is a PDF: what it is drawn from is read first, then the connection is given back. */
  print?: (context: never, input: never) => Promise<PrintFacts>
  /** Set where the answer is a file, written piece by piece while it is read from the database. */
  download?: (context: never, input: never) => AsyncIterable<string | Buffer>
  /** The answer is the same for everybody until the next release: it may be kept, and asked for again by its ETag. */
  lookup?: boolean
  /** The use case does not ask what time it is in the business, so nobody looks. */
  timeless?: boolean
  /** The answer is a stream of what changes about the business and the user. */
  follows?: boolean
}

/** The fields of an endpoint's input. */
type KeyScope<E extends Endpoint> = readonly (keyof Parsed<E> & string)[]

/**
 * Ties an endpoint to its use case; the types of input, answer and context follow from the endpoint. `keyScope`: as in
 * `Route`, for an endpoint that creates something for callers without an account.
 */
export const answer = <E extends Endpoint>(
  endpoint: E,
  inContext: (context: ContextFor<E['access']>, input: Parsed<E>) => Promise<Answer<E>>,
  keyScope?: KeyScope<E>,
): Route => {
  const topic = topicOfChange(endpoint)
  if (!topic) return { endpoint, inContext, ...(keyScope && { keyScope }) }
  return {
    endpoint,
    inContext: (context: ContextFor<E['access']>, input: Parsed<E>) =>
      announcing(context, topic, () => inContext(context, input)),
    ...(keyScope && { keyScope }),
  }
}

/** As `answer`, for a read that is the same at any time: it is spared the look at the business's clock (decision 16). */
export const answerTimeless = <E extends Endpoint>(
  endpoint: E,
  inContext: (context: Omit<ContextFor<E['access']>, 'now'>, input: Parsed<E>) => Promise<Answer<E>>,
): Route => ({ endpoint, inContext, timeless: true })

/** As `answer`, for a use case that creates something and needs several transactions for it. */
export const answerCreation = <E extends Endpoint, Prepared, Made>(
  endpoint: E,
  creation: Creation<ContextFor<E['access']>, Parsed<E>, Prepared, Made, Answer<E>>,
  keyScope?: KeyScope<E>,
): Route => {
  const topic = topicOfChange(endpoint)
  const announced = topic && topic !== 'payments' ? announcingCreation(creation, topic) : creation
  return {
    endpoint,
    creation: announced as unknown as NonNullable<Route['creation']>,
    ...(keyScope && { keyScope }),
  }
}

/** As `answer`, for a use case that asks a processor and creates nothing: it is handed `Steps`, never an open transaction. */
export const answerInSteps = <E extends Endpoint>(
  endpoint: E,
  inSteps: (steps: Steps<ContextFor<E['access']>>, input: Parsed<E>) => Promise<Answer<E>>,
): Route => {
  const topic = topicOfChange(endpoint)
  // What belongs to payments is announced wherever it changes: a transaction more for each would only cost.
  if (!topic || topic === 'payments') return { endpoint, inSteps }
  return {
    endpoint,
    inSteps: (steps: Steps<ContextFor<E['access']>>, input: Parsed<E>) => inSteps(announcingSteps(steps, topic), input),
  }
}

/** What the open dashboards of a business or a user are told when this endpoint has changed something. */
const topicOfChange = ({ method, access, path }: Endpoint) =>
  method === 'GET' || access === 'public' || access === 'client' ? undefined : topicOf(path)

async function announcing<C extends Context, T>(context: C, topic: LiveTopic, work: (context: C) => Promise<T>) {
  const result = await work(context)
  await announceChange(context, topic)
  return result
}

const announcingSteps = <C extends Context>(steps: Steps<C>, topic: LiveTopic): Steps<C> => ({
  ...steps,
  write: (work) => steps.write((context) => announcing(context, topic, work)),
})

function announcingCreation<C extends Context, In, Prepared, Made, Out>(
  creation: Creation<C, In, Prepared, Made, Out>,
  topic: LiveTopic,
): Creation<C, In, Prepared, Made, Out> {
  const { finish } = creation
  const create = (context: C, input: In, prepared: Prepared) =>
    announcing<C, Made | Out>(context, topic, () => creation.create(context, input, prepared))
  const announced = finish
    ? { ...creation, create, finish: (steps: Steps<C>, made: Made) => finish(announcingSteps(steps, topic), made) }
    : { ...creation, create }
  return announced as Creation<C, In, Prepared, Made, Out>
}

async function announceChange(context: Context, topic: LiveTopic): Promise<void> {
  const { tx, merchant, user } = context as Context & Partial<Pick<MemberContext, 'merchant' | 'user'>>
  const about = merchant?.id ?? user?.id
  if (about !== undefined) await announce(tx, about, topic)
}

/**
 * As `answerInSteps`, for an upload: `admit` refuses before the file is read, by what the path says of it. What it checks is
 * checked again in the transaction that keeps the file.
 */
export const answerUpload = <E extends Endpoint & { uploads?: boolean }, Path>(
  endpoint: E,
  admit: (context: ContextFor<E['access']>, path: Path) => Promise<void>,
  inSteps: (steps: UploadSteps<ContextFor<E['access']>>, input: Parsed<E> & Path) => Promise<Answer<E>>,
): Route => ({ ...answerInSteps(endpoint, inSteps as never), admit })

/** As `answer`, for what never changes while we run. */
export const answerLookup = <E extends Endpoint & { access: 'public' }>(
  endpoint: E,
  inContext: (context: ContextFor<E['access']>, input: Parsed<E>) => Promise<Answer<E>>,
): Route => ({ endpoint, inContext, lookup: true })

/** For a file: pieces of text as they are read, so that its size does not matter to our memory. */
export const answerDownload = <E extends Endpoint & { downloads?: string }>(
  endpoint: E,
  download: (context: ContextFor<E['access']>, input: Parsed<E>) => AsyncIterable<string | Buffer>,
): Route => ({ endpoint, download })

/** For a PDF: `read` answers what stands in it; it is drawn apart, and only if nobody asked for the same lately. */
export const answerPrint = <E extends Endpoint & { downloads?: string }>(
  endpoint: E,
  print: (context: ContextFor<E['access']>, input: Parsed<E>) => Promise<PrintFacts>,
): Route => ({ endpoint, print })

/** For a stream: who asks is told what changes until her token ends. */
export const answerStream = <E extends Endpoint & { access: 'member' }>(endpoint: E): Route => ({
  endpoint,
  follows: true,
})
