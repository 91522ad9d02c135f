/** The token of an `Authorization` header. The name of the scheme may be in any case (RFC 9110, 11.1): some clients send `bearer`. */
export const readBearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(.*)$/i.exec(authorization ?? '')?.[1]
