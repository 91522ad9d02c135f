import { type Endpoint, type EndpointSchemas, endpointsFor, type PathOf } from '../endpoint.ts'
import type { StaffPermission } from '../staff-permissions.ts'

type StaffEndpoint<S extends EndpointSchemas> = Endpoint<S, 'staff'>

/**
 * Builder functions for endpoints of the back office that need one permission of the staff:
 * `const { get } = staffEndpointsFor('review.view')`, then `get<typeof schemas.listReviews>('review')`. `'all staff'` is for
 * endpoints that everybody who is signed in may call; `'confirmed'` for what is most dangerous: the person must have entered the second
 * factor in the last minutes. Such endpoints do not name error codes: the back office is no public API.
 */
export function staffEndpointsFor(permission: StaffPermission | 'all staff', confirmation?: 'confirmed') {
  const group = endpointsFor('operator', 'staff')
  const needing = <S extends EndpointSchemas>(endpoint: StaffEndpoint<S>): StaffEndpoint<S> => ({
    ...endpoint,
    ...(permission !== 'all staff' && { staffPermission: permission }),
    ...(confirmation && { confirmed: true as const }),
  })
  return {
    get: <S extends EndpointSchemas = never>(path: PathOf<S>) => needing<S>(group.get<S>(path)),
    post: <S extends EndpointSchemas = never>(path: PathOf<S>) => needing<S>(group.post<S>(path)),
    create: <S extends EndpointSchemas = never>(path: PathOf<S>) => needing<S>(group.create<S>(path)),
    put: <S extends EndpointSchemas = never>(path: PathOf<S>) => needing<S>(group.put<S>(path)),
    del: <S extends EndpointSchemas = never>(path: PathOf<S>) => needing<S>(group.del<S>(path)),
    upload: <S extends EndpointSchemas = never>(path: PathOf<S>) => needing<S>(group.upload<S>(path)),
    download: <S extends EndpointSchemas = never>(path: PathOf<S>, fileName: string) =>
      needing<S>(group.download<S>(path, fileName)),
  }
}
