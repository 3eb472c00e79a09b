// How the PDF of an invoice or credit note looks, in Typst (https://typst.app/docs). All texts come from document-page.ts as values, which are
// never read as markup.

export const template = String.raw`
#let doc = json("page.json")
#let accent = rgb(doc.accent)
#let faint = rgb("#565c69")
#let hairline = 0.5pt + rgb("#d5d9df")
#let is-rtl = doc.dir == "rtl"
// The letters of the Arabic font are small.
#let base = if doc.lang == "ar" { 11pt } else { 9.5pt }
#let has(name) = doc.at(name, default: none) not in (none, (), "")

// Among words that are read from right to left, a value keeps the order of its own first letter, and an IBAN, a phone number or the like
// that from left to right (Unicode isolates).
#let code(value) = if is-rtl { "\u{2066}" + value + "\u{2069}" } else { value }
#let show-value(value) = if type(value) != str { code(value.code) } else if is-rtl { "\u{2068}" + value + "\u{2069}" } else { value }
#let show-lines(list) = list.map(show-value).join(linebreak())
#let facts(list) = grid(
  columns: (auto, auto),
  column-gutter: 10pt,
  row-gutter: 4pt,
  ..list.map(((label, value)) => (text(fill: faint, label), show-value(value))).flatten()
)

#set document(title: doc.title, author: doc.author, date: auto)
#set text(font: doc.fonts, size: base, lang: doc.lang, region: doc.region, dir: if is-rtl { rtl } else { ltr }, top-edge: 0.78em, bottom-edge: -0.22em, fill: rgb("#1a1c20"))
#set par(leading: 0.4em, spacing: 0.9em)
#set page(
  paper: doc.paper,
  margin: (x: 20mm, top: 18mm, bottom: 28mm),
  background: if has("draft") {
    rotate(-35deg, text(size: 100pt, weight: "bold", fill: rgb("#00000010"), doc.draft))
  },
  footer: {
    set text(size: 0.8em, fill: faint)
    line(length: 100%, stroke: hairline)
    v(-4pt)
    grid(
      columns: (1fr, auto),
      column-gutter: 14pt,
      doc.footer.map(show-value).join("  ·  "),
      context {
        let last = counter(page).final().first()
        if last > 1 { doc.pages.replace("{page}", str(here().page())).replace("{pages}", str(last)) }
      },
    )
  },
)

#grid(
  columns: (1fr, auto),
  align: (start + top, end + top),
  if doc.logo {
    image("logo.png", height: 16mm, width: 75mm, fit: "contain", alt: doc.site)
  } else {
    text(size: base * 1.8, weight: "bold", fill: accent, doc.site)
  },
  align(start, text(size: 0.9em, show-lines(doc.seller))),
)
#v(8mm)

#grid(
  columns: (1fr, auto),
  column-gutter: 12mm,
  {
    if has("buyer") {
      text(size: 0.85em, fill: faint, doc.buyer-label)
      linebreak()
      show-lines(doc.buyer)
    }
  },
  facts(doc.facts),
)
#v(8mm)

#show heading.where(level: 1): set text(size: base * 1.8, fill: accent)
#heading(level: 1, {
  doc.heading
  if has("number") { [ #code(doc.number)] }
  if has("draft") { [ · #doc.draft] }
})
#if has("subject") { show-value(doc.subject); parbreak() }
#v(3mm)

#{
  show table.cell.where(y: 0): set text(size: 0.85em, weight: "bold", fill: faint)
  table(
    columns: doc.columns.map(column => if column.wide { 1fr } else { auto }),
    align: (x, y) => if doc.columns.at(x).end { end } else { start },
    stroke: (x, y) => (bottom: if y == 0 { 1pt + accent } else { hairline }),
    inset: (x, y) => (
      (if is-rtl { "right" } else { "left" }): if x == 0 { 0pt } else { 5pt },
      (if is-rtl { "left" } else { "right" }): if x == doc.columns.len() - 1 { 0pt } else { 5pt },
      y: 4.5pt,
    ),
    table.header(repeat: true, ..doc.columns.map(column => column.label)),
    ..doc.rows.flatten().map(show-value),
  )
}
#v(1mm)

#let sum(label, value, kind) = {
  let is-total = kind == "total"
  let cell(body) = grid.cell(inset: (top: if is-total { 5pt } else { 0pt }), text(
    weight: if is-total { "bold" } else { "regular" },
    size: if is-total { 1.15em } else { 1em },
    body,
  ))
  (..if is-total { (grid.hline(stroke: 0.8pt + accent),) }, cell(label), cell(value))
}
#block(breakable: false, grid(
  columns: (1fr, auto, auto),
  row-gutter: 4pt,
  [],
  grid.cell(colspan: 2, grid(
    columns: (auto, auto),
    column-gutter: 18pt,
    row-gutter: 4pt,
    align: (start, end),
    ..doc.sums.map(((label, value, kind)) => sum(label, value, kind)).flatten(),
  )),
))

#for reason in doc.reasons { block(show-value(reason)) }
#if has("notes") { block(above: 6mm, show-lines(doc.notes)) }

#if has("payment") {
  v(4mm)
  block(breakable: false, width: 100%, {
    show heading: set text(size: base * 1.1)
    heading(level: 2, doc.payment-heading)
    v(1mm)
    grid(
      columns: (1fr, auto),
      column-gutter: 12mm,
      facts(doc.payment),
      if doc.qr {
        align(center, {
          image("qr.svg", width: 27mm, alt: doc.qr-label)
          v(-2mm)
          text(size: 0.8em, fill: faint, doc.qr-label)
        })
      },
    )
  })
}

#if doc.xml {
  pdf.attach("factur-x.xml", relationship: "alternative", mime-type: "text/xml", description: doc.title)
}
`;
