extension Migration {
  /// Applies a choice for a session and reads the account then, in one statement: a change costs one
  /// way to PostgreSQL. A file is not far away, so SQLite needs none of it.
  static let changes = Migration(
    sqlite: "",
    postgresql: """
      CREATE FUNCTION choose_and_read(
        p_token BYTEA, p_account BIGINT, p_device TEXT, p_sequence BIGINT, p_at BIGINT,
        p_language TEXT, p_now BIGINT, p_devices BIGINT
      ) RETURNS TABLE (
        outcome TEXT, language TEXT, former TEXT, id BIGINT, login TEXT, name TEXT, email TEXT,
        phone TEXT, note TEXT, is_developer BOOLEAN, preferred_locale TEXT, choice_device TEXT,
        choice_sequence BIGINT, choice_at BIGINT, active_profile BIGINT, analytics BOOLEAN,
        diagnostics BOOLEAN, profile_id BIGINT, profile_name TEXT, profile_language TEXT
      ) LANGUAGE plpgsql ROWS 2 AS $$
      #variable_conflict use_column
      DECLARE
        chosen RECORD;
      BEGIN
        -- No rows: the session has ended, or is not (yet) that of this device.
        PERFORM FROM session s WHERE s.token_hash = p_token AND s.device = p_device;
        IF NOT FOUND THEN
          RETURN;
        END IF;
        SELECT * INTO chosen
        FROM choose(p_account, p_device, p_sequence, p_at, p_language, p_now, p_devices);
        RETURN QUERY
          SELECT chosen.outcome, chosen.language, chosen.former, a.id, a.login, a.name, a.email,
            a.phone, a.note, a.is_developer, a.preferred_locale, a.choice_device,
            a.choice_sequence, a.choice_at, a.active_profile, a.analytics, a.diagnostics, p.id,
            p.name, p.language_code
          FROM account a LEFT JOIN profile p ON p.account = a.id
          WHERE a.id = p_account ORDER BY p.id;
      END $$;
      """)
}
