type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that have a value, so that an omitted flag adds nothing to a request. */
export const omitUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  // Object.fromEntries loses the field types; only undefined values were removed.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
