/** One line: no control characters, and no lone surrogates, which PostgreSQL cannot store. */
export const onOneLine = /^[^\p{Cc}\p{Cs}]*$/u
