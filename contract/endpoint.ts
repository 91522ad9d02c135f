import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'
import type { LiveTopic } from './live.ts'
import type { Permission, PermissionArea } from './permissions.ts'
import type { StaffPermission } from './staff-permissions.ts'

/** The three servers of each mode: collections for payments, settlements for payouts, core for everything else. */
export type MerchantServer = 'core' | 'collections' | 'settlements'
/** A server of the API. `operator` is that of the back office, which has no mode. */
export type ApiServer = MerchantServer | 'operator'

/**
 * Access level of an endpoint: no authentication (`public`), a client-credentials token (`client`), a signed-in user
 * (`user`), a user or a secret key that acts for one merchant (`merchant`), or only a signed-in user that acts for
 * one merchant (`member`: API keys, bank accounts, KYC and everything else that a leaked key must not reach).
 * `merchant` and `member` take `merchantId` in the path, query or body; with a secret key it is optional. `staff` is a signed-in
 * person of the provider, in the back office only.
 */
export type EndpointAccess = 'public' | 'client' | 'user' | 'merchant' | 'member' | 'staff'
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Schemas of one endpoint, exported under the name of the endpoint from `<feature>-schemas.ts`. */
export interface EndpointSchemas {
  /** Description in the API reference. */
  description?: string
  input: z.ZodMiniType
  output: z.ZodMiniType
}

/** Live topics, `none` for an endpoint that no screen has to follow. */
export type EndpointTopic = LiveTopic | readonly LiveTopic[] | 'none'

/** An endpoint: plain data, which browsers load without its schemas. */
export interface Endpoint<S extends EndpointSchemas = EndpointSchemas, A extends EndpointAccess = EndpointAccess> {
  server: ApiServer
  access: A
  /** What a member or secret key of the business needs. Undefined: every member and key may call it, as may every caller without a business. */
  permission?: Permission
  /** What a person of the provider needs, for the access level `staff`. Undefined: everybody who is signed in to the back office. */
  staffPermission?: StaffPermission
  /** Whether a person of the provider must have confirmed that it is them in the last minutes, for the access level `staff`. */
  confirmed?: true
  method: HttpMethod
  /** Path relative to the server, without a leading slash: `payment-links/:id/publish`. */
  path: string
  /** GET: the topics on which the response depends. Others: the topic of the change, announced to open dashboards. */
  topics: readonly LiveTopic[]
  /** Error codes of the response besides the general ones (`generalErrorCodes`). */
  errors: readonly ErrorCode[]
  /**
   * Whether the call creates something or moves money. The response status is 201. Callers should send an
   * `Idempotency-Key`; other endpoints ignore it.
   */
  creates: boolean
  /** Whether the response has a secret that is shown once. Under an `Idempotency-Key` it is stored sealed. */
  returnsSecret?: true
  /** The request body is multipart/form-data with one file field. */
  uploads?: boolean
  /** File name of the response, when it is a file and not JSON: text for `.csv`, otherwise a `File`. */
  downloads?: string
  /** The response is an endless stream of server-sent events; each event is one output. */
  streams?: boolean
  /** Type of the schemas; there is no such value at run time. The server finds the schemas with `schemasOf`. */
  schemas?: S
}

type SchemasOf<E extends Endpoint> = NonNullable<E['schemas']>
export type EndpointInput<E extends Endpoint> = z.input<SchemasOf<E>['input']>
export type ParsedInput<E extends Endpoint> = z.output<SchemasOf<E>['input']>
export type EndpointOutput<E extends Endpoint> = z.output<SchemasOf<E>['output']>
export type ResponseBody<E extends Endpoint> = z.input<SchemasOf<E>['output']>

interface EndpointOptions {
  /** Live topics, when they differ from those of the group. */
  topic?: EndpointTopic
  /** If it is not the permission to see (GET) or to change (others) the area of the group. */
  permission?: Permission
  errors?: readonly ErrorCode[]
  returnsSecret?: true
}

/** What a group of endpoints needs: the permissions of an area, one permission for all of them, or none. */
export type EndpointArea = PermissionArea | Permission | 'every member'

const listTopics = (topic: EndpointTopic): readonly LiveTopic[] =>
  topic === 'none' ? [] : typeof topic === 'string' ? [topic] : topic

/** The path, and no type at all when the type of the schemas is missing. */
export type PathOf<S> = [S] extends [never] ? never : string

const isPermission = (area: PermissionArea | Permission): area is Permission => area.includes('.')

type GroupOptions<A extends EndpointAccess> = A extends 'public' | 'client' | 'staff'
  ? []
  : A extends 'user'
    ? [topic: EndpointTopic]
    : [topic: EndpointTopic, area: EndpointArea]

/**
 * Builder functions for the endpoints of one server, access level, live topic and area of permissions, typed by their schemas:
 * `const { get, post } = endpointsFor('core', 'merchant', 'payments', 'refunds')`, then
 * `get<typeof schemas.getRefund>('refunds/:id')`. A GET needs the permission to see the area, everything else the permission
 * to change it.
 */
export function endpointsFor<A extends EndpointAccess>(
  server: ApiServer,
  access: A,
  ...[groupTopic = 'none', area]: GroupOptions<A>
) {
  const areaPermission = (method: HttpMethod) =>
    area === undefined || area === 'every member'
      ? undefined
      : isPermission(area)
        ? area
        : (`${area}.${method === 'GET' ? 'view' : 'manage'}` as const)
  const declare =
    (method: HttpMethod, kind: Partial<Pick<Endpoint, 'creates' | 'uploads' | 'streams'>> = {}) =>
    <S extends EndpointSchemas = never>(
      path: PathOf<S>,
      { topic = groupTopic, permission = areaPermission(method), errors = [], returnsSecret }: EndpointOptions = {},
    ): Endpoint<S, A> => ({
      server,
      access,
      ...(permission && { permission }),
      method,
      path,
      topics: listTopics(topic),
      errors,
      creates: false,
      ...(returnsSecret && { returnsSecret }),
      ...kind,
    })
  const get = declare('GET')
  return {
    get,
    post: declare('POST'),
    create: declare('POST', { creates: true }),
    put: declare('PUT'),
    del: declare('DELETE'),
    upload: declare('POST', { uploads: true }),
    stream: declare('GET', { streams: true }),
    download: <S extends EndpointSchemas = never>(
      path: PathOf<S>,
      fileName: string,
      options?: EndpointOptions,
    ): Endpoint<S, A> => ({ ...get<S>(path, options), downloads: fileName }),
  }
}

const fileTypes: Record<string, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Content type of a download, by its file name. */
export const fileType = (name: string) => fileTypes[name.slice(name.lastIndexOf('.') + 1)]!

/** Whether an endpoint acts for one merchant. */
export const isForMerchant = ({ access }: { access: EndpointAccess }) => access === 'merchant' || access === 'member'

/** Parameter names of a path: `payment-links/:id/publish` has `['id']`. */
export const pathParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)

/** Whether `merchantId` is a path parameter. Otherwise it is sent in the query (GET, DELETE) or in the body. */
export const merchantInPath = (endpoint: Endpoint) => pathParameters(endpoint.path).includes('merchantId')

/**
 * Path and body of a request: path parameters first, then the query (GET, DELETE), a JSON body (POST, PUT), or a form
 * for uploads.
 */
export function encodeRequest(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { path: string; body?: string | FormData } {
  const rest = { ...input }
  let path = endpoint.path
  for (const name of pathParameters(endpoint.path)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  if (endpoint.uploads) {
    // In the query, so that the server knows the merchant before it reads the form.
    const { merchantId, ...form } = rest
    return { path: merchantId === undefined ? path : `${path}?merchantId=${merchantId}`, body: asForm(form) }
  }
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') return { path, body: JSON.stringify(rest) }
  const query = buildQuery(rest)
  return { path: query.size ? `${path}?${query}` : path }
}

/** A query; an object is sent as `metadata[orderId]=1042`, one parameter for each of its keys. */
function buildQuery(fields: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) query.set(`${name}[${key}]`, String(part))
    else if (value !== undefined && value !== '') query.set(name, String(value))
  return query
}

function asForm(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  return form
}
