type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that have a value: a flag that was left out is no part of a query. */
export const omitUndefined = <Fields extends object>(fields: Fields): Given<Fields> =>
  // Nothing but undefined is taken out, which the entries cannot tell the type.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
