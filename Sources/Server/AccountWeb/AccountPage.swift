import AccountDatabase
import AccountHTTP
import AccountModel
import AccountService
import Localization
import ServerTexts

/// The page of an account: the record, and a form for each thing that its person can change.
struct AccountPage: Sendable {
  let account: Account
  let configuration: AppConfiguration?
  let sessions: [ListedSession]
  /// The session that reads the page; nil if it is a program's, which gets no forms.
  let reader: WebSession?
  let texts: Texts
  let catalog: Catalog<ServerMessage>
  /// What was just done.
  var news: ServerMessage?
  /// What could not be done.
  var complaint: Complaint?

  /// Why a form was refused, and what was typed into it.
  struct Complaint: Sendable {
    let reason: ServerMessage
    /// The name of the field at fault, if it is one.
    var field: String?
    var note: String?
    var status = 422
  }

  func response() -> Response {
    Response.page(.account, catalog, status: complaint?.status ?? 200, content: content)
      .about(account.accountID)
  }

  private var content: HTML {
    guard reader != nil else { return record }
    return """
      \(complaint.map { "<p class=\"error\" role=\"alert\">\(text($0.reason))</p>" })
      \(news.map { "<p class=\"news\" role=\"status\">\(text($0))</p>" })
      <div class="cards">
      \(language)
      \(profile)
      \(record)
      \(note)
      \(privacy)
      \(password)
      \(sessionList)
      </div>
      \(form(.signOut, "<p><button class=\"quiet\">\(text(.signOut))</button></p>"))
      """
  }

  // MARK: The parts

  private var record: HTML {
    var rows = [row(.name, .person(account.name)), row(.login, .identifier(account.login))]
    if reader == nil {
      rows.append(row(.language, .person(texts.name(ofLanguage: account.preferredLocale))))
    }
    if let email = account.email { rows.append(row(.email, .identifier(email))) }
    if let phone = account.phone { rows.append(row(.phone, .identifier(phone))) }
    if reader == nil, !account.note.isEmpty { rows.append(row(.note, .person(account.note))) }
    if reader == nil || account.profiles.count == 1 {
      for profile in account.profiles { rows.append(row(.profile, describe(profile))) }
    }
    return section(.record, "<dl>\(rows)</dl>")
  }

  private var language: HTML {
    // A language that is no longer offered stays visible, but cannot be chosen.
    let offered = configuration?.languages ?? []
    let options = offered.map { code -> HTML in
      let name = texts.name(ofLanguage: code)
      let direction = texts.language(code)?.direction == .rightToLeft ? "rtl" : "ltr"
      return option(
        .language, code, isChosen: code == account.preferredLocale,
        "<bdi lang=\"\(code)\" dir=\"\(direction)\">\(name)</bdi>")
    }
    let current: HTML? =
      offered.contains(account.preferredLocale)
      ? nil : "<p>\(HTML.person(texts.name(ofLanguage: account.preferredLocale)))</p>"
    return section(
      .language,
      """
      \(current)
      \(form(.language, choices(.language, .languageHint, options, .changeLanguage)))
      """)
  }

  private var profile: HTML? {
    guard account.profiles.count > 1 else { return nil }
    let options = account.profiles.map { profile in
      option(
        .profile, String(profile.profileID), isChosen: profile.profileID == account.activeProfileID,
        describe(profile))
    }
    return section(
      .profile, form(.profile, choices(.profile, .profileHint, options, .switchProfile)))
  }

  private var note: HTML {
    let typed = complaint?.note ?? account.note
    return section(
      .note,
      form(
        .note,
        """
        <p class="field"><label for="note">\(text(.note))</label>
        <textarea id="note" name="note" dir="auto" rows="4" maxlength="\(Bounds.note)" \
        aria-describedby="note-hint\(fault(of: "note"))>
        \(typed)</textarea>
        <span class="hint" id="note-hint">\(text(.noteHint))</span>\(reason("note"))</p>
        <p><button>\(text(.saveNote))</button></p>
        """))
  }

  private var privacy: HTML? {
    let switches: [(flag: String, label: ServerMessage, hint: ServerMessage, isOn: Bool)] = [
      ("analytics", .analytics, .analyticsHint, account.privacy.analytics),
      ("diagnostics", .diagnostics, .diagnosticsHint, account.privacy.diagnostics),
    ].filter { configuration?.featureFlags[$0.0] == true }
    guard !switches.isEmpty else { return nil }
    let boxes = switches.map { flag, label, hint, isOn -> HTML in
      """
      <p class="option"><input type="checkbox" id="\(flag)" name="\(flag)" value="on" \
      aria-describedby="\(flag)-hint"\(isOn ? " checked" : HTML.nothing)>
      <label for="\(flag)">\(text(label))</label>
      <span class="hint" id="\(flag)-hint">\(text(hint))</span></p>
      """
    }
    return section(
      .privacy, form(.privacy, "\(boxes)<p><button>\(text(.savePrivacy))</button></p>"))
  }

  private var password: HTML {
    let fields: [(name: String, label: ServerMessage, completion: String)] = [
      ("current", .currentPassword, "current-password"), ("new", .newPassword, "new-password"),
      ("again", .newPasswordAgain, "new-password"),
    ]
    let inputs = fields.map { name, label, completion -> HTML in
      """
      <p class="field"><label for="\(name)">\(text(label))</label>
      <input id="\(name)" name="\(name)" type="password" dir="ltr" autocomplete="\(completion)" \
      required maxlength="\(Bounds.password)" \
      aria-describedby="password-hint\(fault(of: name))>\(reason(name))</p>
      """
    }
    // Password managers find the account by a field of text for the login. It has no name, so it is not sent.
    return section(
      .password,
      form(
        .password,
        """
        <p class="field"><label for="login">\(text(.login))</label>
        <input id="login" type="text" dir="ltr" autocomplete="username" readonly \
        value="\(account.login)"></p>
        <p class="hint" id="password-hint">\(text(.passwordUnusable)) \(text(.passwordHint))</p>
        \(inputs)
        <p><button>\(text(.changePassword))</button></p>
        """))
  }

  private var sessionList: HTML {
    let items = sessions.map { session -> HTML in
      let isThis = session.tokenHash == reader?.session.tokenHash
      let name = text(
        isThis ? .sessionHere : session.kind == .browser ? .sessionBrowser : .sessionApp)
      let identifier = hexadecimal(session.tokenHash)
      // A reader of buttons hears which session each of them ends.
      let button: HTML = """
        <button class="quiet" name="session" value="\(identifier)" \
        aria-describedby="s\(identifier)">\(text(.endSession))</button>
        """
      return """
        <li><span id="s\(identifier)">\(isThis ? "<strong>\(name)</strong>" : "\(name)" as HTML) \
        <span class="hint">\(text(.signedInAt)) \(HTML.time(session.createdAt))</span></span>
        \(isThis ? nil : button)</li>
        """
    }
    let others: HTML? =
      sessions.count < 2
      ? nil
      : "<p><button name=\"session\" value=\"others\">\(text(.endOtherSessions))</button></p>"
    return section(
      .sessions,
      form(
        .sessions, "<p class=\"hint\">\(text(.sessionsHint))</p><ul>\(items)</ul>\(others)"))
  }

  // MARK: Elements

  private func text(_ message: ServerMessage) -> String { catalog.text(message) }

  private func section(_ heading: ServerMessage, _ content: HTML) -> HTML {
    """
    <section class="card">
    <h2>\(text(heading))</h2>
    \(content)
    </section>
    """
  }

  private func form(_ name: AccountForm, _ fields: HTML) -> HTML {
    """
    <form method="post" action="account">
    <input type="hidden" name="form" value="\(name.rawValue)">
    <input type="hidden" name="proof" value="\(reader?.token.proof ?? "")">
    \(fields)
    </form>
    """
  }

  private func row(_ label: ServerMessage, _ value: HTML) -> HTML {
    "<div><dt>\(text(label))</dt><dd>\(value)</dd></div>"
  }

  private func describe(_ profile: Profile) -> HTML {
    let language = HTML.person(texts.name(ofLanguage: profile.languageCode))
    let isActive = profile.profileID == account.activeProfileID
    let active: HTML? = isActive ? " · \(text(.activeProfile))" : nil
    return "\(HTML.person(profile.name)) · \(language)\(active)"
  }

  private func choices(
    _ legend: ServerMessage, _ hint: ServerMessage, _ options: [HTML], _ button: ServerMessage
  ) -> HTML {
    """
    <fieldset><legend class="hidden">\(text(legend))</legend>
    <p class="hint">\(text(hint))</p>
    \(options)</fieldset>
    <p><button>\(text(button))</button></p>
    """
  }

  private func option(
    _ form: AccountForm, _ value: String, isChosen: Bool, _ label: HTML
  ) -> HTML {
    """
    <p class="option"><input type="radio" id="\(form.rawValue)-\(value)" name="value" \
    value="\(value)"\(isChosen ? " checked" : HTML.nothing)>
    <label for="\(form.rawValue)-\(value)">\(label)</label></p>
    """
  }

  /// The rest of a field's tag, from within its `aria-describedby`.
  private func fault(of field: String) -> HTML {
    complaint?.field == field ? " \(field)-error\" aria-invalid=\"true\" autofocus" : "\""
  }

  private func reason(_ field: String) -> HTML? {
    guard let complaint, complaint.field == field else { return nil }
    return "<span class=\"error\" id=\"\(field)-error\">\(text(complaint.reason))</span>"
  }
}
