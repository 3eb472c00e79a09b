// Loaded before a program: its clock differs by CLOCK_OFFSET_MS, so that nothing in a fixture becomes too old over the years.

const RealDate = globalThis.Date;
const offsetMs = Number(process.env.CLOCK_OFFSET_MS);

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offsetMs);
    else super(...values);
  }

  static now() {
    return RealDate.now() + offsetMs;
  }
};
