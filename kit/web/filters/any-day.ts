/** A period without ends. */
export const anyDay = 'Mọi ngày'
